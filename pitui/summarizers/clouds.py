"""The clouds, whose addresses and credentials take more than a key: Bedrock, Vertex AI, Azure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pitui.core.catalog import Model
from pitui.summarizers.auth import Credentials
from pitui.summarizers.route import Key, Route, RouteError, host_of

_AWS_SOURCES: Final = (
    ("AWS_PROFILE",),
    ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"),
    ("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",),
    ("AWS_CONTAINER_CREDENTIALS_FULL_URI",),
    ("AWS_WEB_IDENTITY_TOKEN_FILE",),
)


def bedrock(model: Model, credentials: Credentials) -> Route:
    """Amazon Bedrock, with a stored bearer token or the credentials AWS itself would find."""
    environ = credentials.environment(model.provider)
    source = next((names[0] for names in _AWS_SOURCES if all(map(environ.get, names))), None)
    try:
        key = credentials.find(model.provider, ("AWS_BEARER_TOKEN_BEDROCK",))
    except RouteError:
        if source is None:
            raise
        key = None
    region = environ.get("AWS_REGION") or environ.get("AWS_DEFAULT_REGION") or "us-east-1"
    profile = {"aws_profile_name": environ["AWS_PROFILE"]} if key is None and source == "AWS_PROFILE" else {}
    return Route(
        label=model.key,
        model=f"bedrock/{model.id}",
        host=f"bedrock-runtime.{region}.amazonaws.com",
        key=key,
        credential=source or "",
        options={"aws_region_name": region, **profile},
    )


def vertex(model: Model, credentials: Credentials) -> Route:
    """Google Vertex AI, with application default credentials or a service account's file."""
    environ = credentials.environment(model.provider)
    project = environ.get("GOOGLE_CLOUD_PROJECT") or environ.get("GCLOUD_PROJECT")
    location = environ.get("GOOGLE_CLOUD_LOCATION")
    file = _google_file(environ)
    if not (project and location and file):
        raise RouteError(
            "Vertex AI needs GOOGLE_CLOUD_PROJECT, GOOGLE_CLOUD_LOCATION and credentials made by "
            "`gcloud auth application-default login`; a Google Cloud API key alone does not do."
        )
    if find_spec("google") is None or find_spec("google.auth") is None:
        raise RouteError("Vertex AI needs the Python package google-auth, which is not installed beside pitui.")
    return Route(
        label=model.key,
        model=f"vertex_ai/{model.id}",
        host="aiplatform.googleapis.com" if location == "global" else f"{location}-aiplatform.googleapis.com",
        credential=str(file),
        options={"vertex_project": project, "vertex_location": location, "vertex_credentials": str(file)},
    )


def azure(model: Model, credentials: Credentials) -> Route:
    """Azure OpenAI: the resource's address, and the deployment that stands for the model."""
    environ = credentials.environment(model.provider)
    resource = environ.get("AZURE_OPENAI_RESOURCE_NAME")
    base = (
        environ.get("AZURE_OPENAI_BASE_URL")
        or (f"https://{resource}.openai.azure.com" if resource else None)
        or model.base_url
    )
    if base is None:
        raise RouteError("Azure needs AZURE_OPENAI_BASE_URL or AZURE_OPENAI_RESOURCE_NAME.")
    key: Key = credentials.find(model.provider, ("AZURE_OPENAI_API_KEY",), model.api_key_form)
    return Route(
        label=model.key,
        model=f"azure/{_deployment(environ.get('AZURE_OPENAI_DEPLOYMENT_NAME_MAP', ''), model.id)}",
        host=host_of(base),
        api_base=base.rstrip("/").removesuffix("/openai/v1").removesuffix("/openai"),
        key=key,
        headers=credentials.headers(model),
        options={"api_version": environ.get("AZURE_OPENAI_API_VERSION") or "v1"},
    )


CLOUDS: Final[Mapping[str, Callable[[Model, Credentials], Route]]] = MappingProxyType(
    {"amazon-bedrock": bedrock, "google-vertex": vertex, "azure": azure, "azure-openai-responses": azure}
)


def _google_file(environ: Mapping[str, str]) -> Path | None:
    named = environ.get("GOOGLE_APPLICATION_CREDENTIALS")
    home = environ.get("HOME", "")
    file = Path(named) if named else Path(home) / ".config/gcloud/application_default_credentials.json"
    return file if file.is_file() else None


def _deployment(mapping: str, model_id: str) -> str:
    """The deployment's name for a model, from `model=deployment` pairs set apart by commas."""
    pairs = (pair.partition("=") for pair in mapping.split(","))
    return next((name.strip() for model, _, name in pairs if model.strip() == model_id and name.strip()), model_id)
